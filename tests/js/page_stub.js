/**
 * The little of a browser that modules reach for when they are loaded. A test imports this before them; what they do
 * with a page is tested in browsers.
 */
globalThis.document = { documentElement: { dataset: {}, lang: "en" } };
globalThis.window = globalThis;
