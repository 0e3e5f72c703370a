/*
 * How long what is known of visitors is kept. The server goes by these numbers, and the page about privacy says them.
 */

/** As long as browsers keep a cookie at most. */
export const COOKIE_DAYS = 400
/** An order that nobody begins to pay. */
export const UNUSED_ORDER_HOURS = 48
/** An order of which no payment came to anything, from the end of the last one. Gateways are asked about that for three days. */
export const DEAD_ORDER_DAYS = 90
/** The network that an administrator signed in from. */
export const KNOWN_NETWORK_DAYS = 90
/** Books, and as many episodes, of which a browser remembers the place. */
export const REMEMBERED_PLACES = 50
