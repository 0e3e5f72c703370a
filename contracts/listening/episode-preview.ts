/** Duration of the public preview of a priced episode's recording and transcript, in seconds. */
export const EPISODE_PREVIEW_SECONDS = 60
