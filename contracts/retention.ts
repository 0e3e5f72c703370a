/* How long visitors' data is stored. The server uses these numbers, and the page about privacy shows them. */

/** The longest lifetime of cookies in browsers. */
export const COOKIE_DAYS = 400
/** Orders without a payment attempt. */
export const UNUSED_ORDER_HOURS = 48
/** Orders whose payment attempts all failed, counted from the end of the last one. */
export const DEAD_ORDER_DAYS = 90
/** Networks that administrators signed in from. */
export const KNOWN_NETWORK_DAYS = 90
/** Books, and as many episodes, whose reading position a browser stores. */
export const REMEMBERED_PLACES = 50
