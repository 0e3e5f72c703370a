import type { StorageKey } from '#contracts/common/browser-storage.ts'

/**
 * Runs inline at the beginning of public pages, which are the same for everyone. Marks the document with what this browser stores, so that
 * the first paint has room for it and nothing shifts later, also while a slow line still sends the page. The attributes are set where the
 * values are stored too, such as `data-owner` in lib/access/refresh-owned-items.ts.
 *
 * The function is sent as source code, so it must not reference anything outside its body.
 */
export function markVisitor() {
  document.currentScript?.remove()
  const MARKS: Partial<Record<StorageKey, string>> = { ownedItems: 'data-owner', keptItems: 'data-keeper', recentItems: 'data-recent' }
  try {
    // biome-ignore lint/style/noRestrictedGlobals: this script has no imports
    for (const [key, mark] of Object.entries(MARKS)) if (localStorage.getItem(key)) document.documentElement.setAttribute(mark, '')
  } catch {
    // The browser denies access to storage.
  }
}
