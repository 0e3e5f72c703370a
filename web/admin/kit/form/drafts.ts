import { DRAFT_DAYS } from '#contracts/admin/retention.ts'
import { findStorageKeys, readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'

const DAY_MS = 86_400_000
const PREFIX = 'draft '

export type Draft = { values: Record<string, unknown>; startedFrom?: string }

/** Reads the draft of a form: unsaved values stored in this browser. If there is no draft, or the draft has expired, `values` is empty. */
export function readDraft(key: string): Draft {
  try {
    const { at = 0, ...draft } = JSON.parse(readStorage(`${PREFIX}${key}`) ?? '{}') as Partial<Draft & { at: number }>
    return Date.now() - at > DRAFT_DAYS * DAY_MS ? { values: {} } : { values: {}, ...draft }
  } catch {
    return { values: {} }
  }
}

export function writeDraft(key: string, draft: Draft): void {
  const isEmpty = Object.keys(draft.values).length === 0
  writeStorage(`${PREFIX}${key}`, isEmpty ? null : JSON.stringify({ ...draft, at: Date.now() }))
}

/** Deletes all drafts when the administrator signs out, so that the next user of the browser can't read them. */
export function dropDrafts(): void {
  for (const key of findStorageKeys(PREFIX)) writeStorage(key, null)
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}
