import { useSyncExternalStore } from 'react'
import { listen } from './browser-events.ts'

const subscribe = (notify: () => void) => listen(document, 'fullscreenchange', notify)

/** Returns the element in full-screen mode; nothing outside this element is visible. */
export const useFullScreenElement = () => useSyncExternalStore(subscribe, () => document.fullscreenElement)
