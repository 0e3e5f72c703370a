/** How much of a priced episode is open to everyone, in seconds: of its recording, and of its transcript. */
export const EPISODE_PREVIEW_SECONDS = 60
