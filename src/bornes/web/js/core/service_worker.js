/** What makes the page an app on a phone, where the connection is a secure one. */

/** @typedef {{ createScriptURL: (url: string) => string }} Policy */

const WORKER = "/service-worker.js";

/** Let the browser keep the page for times without a network; where it cannot, nothing is missing. */
export async function installServiceWorker() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(trusted(WORKER));
  } catch {
    // A browser may forbid it, as in a private window.
  }
}

/** The page's policy takes the address of a script only from here. @param {string} url @returns {string} */
function trusted(url) {
  const types = /** @type {any} */ (window).trustedTypes;
  const policy = types?.createPolicy("bornes", {
    createScriptURL: (/** @type {string} */ asked) => {
      if (asked !== WORKER) throw new TypeError("no other script is loaded like this");
      return asked;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
