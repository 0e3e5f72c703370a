/* Retention periods and limits of visitors' data. The server and browsers use these values, and the privacy page displays them. */

/** Maximum lifetime of cookies in browsers. */
export const COOKIE_DAYS = 400
/** Hours after which an order without a payment attempt is deleted. */
export const UNUSED_ORDER_HOURS = 48
/** Days after which an order is deleted if all its payment attempts failed, counted from the last attempt. */
export const DEAD_ORDER_DAYS = 90
/** Days for which an invitation to become an administrator is valid. */
export const INVITATION_DAYS = 7
/** Days for which the networks that an administrator signed in from are stored. */
export const KNOWN_NETWORK_DAYS = 90
/** Number of past months with daily statistics. Older statistics are stored as monthly sums. */
export const DAILY_STATISTICS_MONTHS = 13
/** Days after which an item in the bin is deleted for good. */
export const BIN_DAYS = 30
/** Days for which administrators can restore a replaced PDF or recording. */
export const FORMER_FILE_DAYS = 30
/** Days for which the preview link of an unpublished item is valid. */
export const PREVIEW_DAYS = 7
/** Days for which the networks that fetched the episodes of a personal feed are stored. */
export const FEED_NETWORK_DAYS = 7
/** Days for which a downloaded purchase opens offline without checking the buyer's access again. */
export const OFFLINE_DAYS = 30
/** Days after which an undeliverable email is no longer retried, since the address may not exist. */
export const MAIL_RETRY_DAYS = 14
/** Days for which a browser stores the unsaved input of an administrator. */
export const DRAFT_DAYS = 7
/** Number of books whose reading positions a browser stores. */
export const STORED_POSITIONS = 50
/** Number of episodes and audiobooks of which a browser stores how far they were heard. */
export const STORED_HEARD = 300
/** Maximum number of episodes in the queue of a browser. */
export const MAX_QUEUED = 100
/** Maximum number of bookmarks in all books together, and in all recordings together, that a browser stores. */
export const MAX_BOOKMARKS = 500
/** Maximum number of highlights in all books together that a browser stores. */
export const MAX_HIGHLIGHTS = 500
/** Number of podcast programs and audiobooks whose playback speed a browser stores. */
export const STORED_SPEEDS = 50
