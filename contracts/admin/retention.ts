/* Retention periods and limits of visitors' data. The server and browsers use these values, and the privacy page displays them. */

/** Maximum lifetime of cookies in browsers. */
export const COOKIE_DAYS = 400
/** Orders without a payment attempt. */
export const UNUSED_ORDER_HOURS = 48
/** Orders whose payment attempts all failed, counted from the end of the last one. */
export const DEAD_ORDER_DAYS = 90
/** Invitations of administrators that were not accepted. */
export const INVITATION_DAYS = 7
/** Networks that administrators signed in from. */
export const KNOWN_NETWORK_DAYS = 90
/** Months before the current one with statistics by day; older months are stored as sums. */
export const DAILY_STATISTICS_MONTHS = 13
/** Days after which an item in the bin is deleted for good. */
export const BIN_DAYS = 30
/** Days for which administrators can restore a replaced PDF or recording. */
export const FORMER_FILE_DAYS = 30
/** Days for which a link to the preview of an unpublished item is valid. */
export const PREVIEW_DAYS = 7
/** Number of networks that fetched the episodes of a personal feed. */
export const FEED_NETWORK_DAYS = 7
/** Days for which a downloaded purchase opens on a phone without checking the entitlement again. */
export const OFFLINE_DAYS = 30
/** Days after which an undeliverable mail is no longer retried: the address may not exist. */
export const MAIL_RETRY_DAYS = 14
/** Days for which a browser stores what an administrator typed and did not save. */
export const DRAFT_DAYS = 7
/** Number of books, and of episodes, whose position a browser stores. */
export const STORED_POSITIONS = 50
/** Number of bookmarks in all books together that a browser stores. */
export const MAX_BOOKMARKS = 500
/** Number of highlights in all books together that a browser stores. */
export const MAX_HIGHLIGHTS = 500
