export type Draft = { values: Record<string, unknown>; startedFrom?: string | undefined }

/** What was typed into a form and not saved, as long as the tab lives; without values when there is nothing. */
export function readDraft(key: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`draft ${key}`) ?? '{}') as Partial<Draft>
    return { values: {}, ...draft }
  } catch {
    return { values: {} }
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft.values).length === 0) sessionStorage.removeItem(`draft ${key}`)
    else sessionStorage.setItem(`draft ${key}`, JSON.stringify(draft))
  } catch {
    // Without storage the form works all the same; it only forgets.
  }
}

export function dropDraft(key: string): void {
  writeDraft(key, { values: {} })
}

export function hasDraft(key: string): boolean {
  return Object.keys(readDraft(key).values).length > 0
}
