import { DRAFT_DAYS } from '#contracts/admin/retention.ts'
import type { StoragePrefix } from '#contracts/common/browser-storage.ts'

const DAY_MS = 86_400_000
const PREFIX = 'draft ' satisfies StoragePrefix

export type Draft = { values: Record<string, unknown>; startedFrom?: string }

/** Reads the draft of a form: unsaved values stored in this browser. If there is no draft, or the draft has expired, `values` is empty. */
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
    // Without browser storage, forms work but no drafts are stored.
  }
}

/** Deletes all drafts when the administrator signs out, so that the next user of the browser can't read them. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Without browser storage, there are no drafts to delete.
  }
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}
