import { readStorage } from '#web/lib/storage/local-storage.ts'

/** Returns whether this browser has heard an episode, without the code that knows how far. */
export const hasHeard = () => readStorage('listeningPositions') !== null
