import type { StoragePrefix } from '#contracts/browser-storage.ts'

const PREFIX = 'draft ' satisfies StoragePrefix

export type Draft = { values: Record<string, unknown>; startedFrom?: string | undefined }

/** Reads what was typed into a form and not saved in this tab. Without a draft, `values` is empty. */
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
    // Without storage the form works, but keeps no draft.
  }
}

/** Deletes every draft on signing out, so that the next person at this browser doesn't see what was typed. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}

export function hasDraft(key: string): boolean {
  return Object.keys(readDraft(key).values).length > 0
}
