import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { InboxState } from '#contracts/site/contact.ts'
import { read } from '#web/admin/kit/api.ts'
import { readToken } from '#web/admin/kit/token.ts'
import { listen } from '#web/lib/browser-events.ts'
import { createStore } from '#web/lib/store.ts'

/** Minimum time between refreshes of the inbox on navigation */
const REFRESH_MS = 60_000

let refreshedAt = 0

const inbox = createStore<InboxState | undefined>(undefined)

/** State of the inbox; undefined until it is loaded. */
export const useInboxState = () => inbox.useValue((state) => state)

/** Refreshes the state of the inbox after a message was read or received. A failed request leaves the previous state. */
export async function refreshInboxState(): Promise<void> {
  if (readToken() === null) return
  refreshedAt = Date.now()
  try {
    inbox.set(await read(InboxState, '/messages/state'))
  } catch {
    // A failed request is ignored, since the open page reports that the server can't be reached.
  }
}

/** Refreshes the inbox state when a section or the tab is opened. A timer would prevent unattended sessions from expiring. */
export function useInboxRefresh(isOn: boolean): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isOn) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshInboxState()
    }
    refresh()
    return listen(document, 'visibilitychange', refresh)
  }, [isOn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page refreshes again
  useEffect(() => {
    if (isOn && Date.now() - refreshedAt > REFRESH_MS) void refreshInboxState()
  }, [isOn, pathname])
}
