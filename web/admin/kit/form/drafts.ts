import { DRAFT_DAYS } from '#contracts/admin/retention.ts'
import type { StoragePrefix } from '#contracts/common/browser-storage.ts'

const DAY_MS = 86_400_000
const PREFIX = 'draft ' satisfies StoragePrefix

export type Draft = { values: Record<string, unknown>; startedFrom?: string }

/** Reads the unsaved values that were typed into a form in this browser. Without a draft, or when it is too old, `values` is empty. */
export function readDraft(key: string): Draft {
  try {
    const { at = 0, ...draft } = JSON.parse(localStorage.getItem(PREFIX + key) ?? '{}') as Partial<Draft & { at: number }>
    return Date.now() - at > DRAFT_DAYS * DAY_MS ? { values: {} } : { values: {}, ...draft }
  } catch {
    return { values: {} }
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft.values).length === 0) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, at: Date.now() }))
  } catch {
    // Without storage the form works, but stores no draft.
  }
}

/** Deletes every draft on signing out, so that the next person at this browser cannot read them. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Without storage there are no drafts.
  }
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}
