import { formatDuration } from '#contracts/listening/duration.ts'

/** Returns the label of the button that plays a recording, with the second at which this browser stopped. 0 stands for no such place. */
export const listenLabel = (second: number): string => (second > 0 ? `Continue from ${formatDuration(second)}` : 'Listen')
