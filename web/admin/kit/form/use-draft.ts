import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, writeDraft } from './drafts.ts'

const NONE: readonly string[] = []

/**
 * Stores the unsaved values of a form as a draft in the browser, so that a reload, a crash or the end of the session doesn't lose them.
 * Files and `secrets` are not stored. Without a key, no draft is stored. `startedFrom` is the item version on which a restored draft is
 * based; otherwise it equals `version`.
 */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  key: string | undefined,
  { version, secrets = NONE }: { version?: string; secrets?: readonly string[] } = {},
) {
  const [restored, setRestored] = useState(false)
  const startedFrom = useRef(version)

  useEffect(() => {
    if (key === undefined) return
    const draft = readDraft(key)
    const entries = Object.entries(draft.values)
    for (const [name, value] of entries) form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
    if (entries.length > 0) {
      setRestored(true)
      startedFrom.current = draft.startedFrom
    }

    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => {
        const isStored = ([name, value]: [string, unknown]) =>
          dirtyFields?.[name as keyof typeof dirtyFields] && !secrets.includes(name) && isStorable(value)
        const typed = Object.entries(values).filter(isStored)
        writeDraft(key, { values: Object.fromEntries(typed), startedFrom: startedFrom.current })
      },
    })
  }, [form, key, secrets])

  function drop() {
    if (key !== undefined) dropDraft(key)
    startedFrom.current = version
    setRestored(false)
  }

  function startOver() {
    form.reset()
    drop()
  }

  return { restored, drop, startOver, startedFrom }
}

function isStorable(value: unknown) {
  return value !== undefined && !(value instanceof Blob)
}
