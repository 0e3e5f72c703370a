import type { StoragePrefix } from '#contracts/common/browser-storage.ts'

const PREFIX = 'draft ' satisfies StoragePrefix

export type Draft = { values: Record<string, unknown>; startedFrom?: string | undefined }

/** Reads the unsaved values that were typed into a form in this tab. Without a draft, `values` is empty. */
export function readDraft(key: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as Partial<Draft>
    return { values: {}, ...draft }
  } catch {
    return { values: {} }
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft.values).length === 0) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    // Without storage the form works, but stores no draft.
  }
}

/** Deletes every draft on signing out, so that the next person at this browser cannot read them. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there are no drafts.
  }
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}

export function hasDraft(key: string): boolean {
  return Object.keys(readDraft(key).values).length > 0
}
