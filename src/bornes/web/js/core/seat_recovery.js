/** Seats that were given up or freed, and can be taken back while nobody else has them. */

/**
 * Sit down again at a seat; rejects with the server's reason where that cannot be.
 * @param {string} table @param {string} secret @param {import("../router.js").App} app
 */
export async function recoverSeat(table, secret, { api, memory }) {
  const kept = memory.seats().find((one) => one.table === table && one.secret === secret);
  const seated = await api.join({ table, secret, name: kept?.name || memory.get("name"), reclaim: true });
  memory.keepSeat({ table, seat: seated.seat, secret });
  memory.chooseSeat(table, secret);
}
