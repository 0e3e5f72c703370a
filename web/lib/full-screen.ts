import { useSyncExternalStore } from 'react'
import { listen } from './browser-events.ts'

const subscribe = (notify: () => void) => listen(document, 'fullscreenchange', notify)

/** Returns the element that fills the screen; nothing outside it is visible. */
export const useFullScreenElement = () => useSyncExternalStore(subscribe, () => document.fullscreenElement)
