/* How long visitors' data is stored. The server uses these numbers, and the page about privacy shows them. */

/** The longest lifetime of cookies in browsers. */
export const COOKIE_DAYS = 400
/** Orders without a payment attempt. */
export const UNUSED_ORDER_HOURS = 48
/** Orders whose payment attempts all failed, counted from the end of the last one. */
export const DEAD_ORDER_DAYS = 90
/** Networks that administrators signed in from. */
export const KNOWN_NETWORK_DAYS = 90
/** Months before the current one whose statistics are kept by day; older ones are summed by month. */
export const DAILY_STATISTICS_MONTHS = 13
/** From how many networks the episodes of a personal feed were fetched. */
export const FEED_NETWORK_DAYS = 7
/** How long a bought title that is kept on a phone opens without asking whether it still may. */
export const KEPT_DAYS = 30
/** Books, and as many episodes, whose reading position a browser stores. */
export const REMEMBERED_PLACES = 50
/** Marked pages of all books together that a browser stores. */
export const MAX_BOOKMARKS = 500
/** Highlights of all books together that a browser stores. */
export const MAX_HIGHLIGHTS = 500
