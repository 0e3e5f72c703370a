import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const NONE: readonly string[] = []

type Draft = { values: Record<string, unknown>; startedFrom?: string | undefined }

/**
 * Keeps what was typed but not yet saved for as long as the tab lives: a reload, a crash or an ended session doesn't lose it.
 * Files can't be kept, and `secrets` are not. Answers whether something was brought back, from which version of the item it had been started
 * (`version` when nothing was brought back), and a function that drops it.
 */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  key: string,
  { version, secrets = NONE }: { version?: string | undefined; secrets?: readonly string[] | undefined } = {},
) {
  const [restored, setRestored] = useState(false)
  const startedFrom = useRef(version)

  useEffect(() => {
    const draft = read(key)
    const entries = Object.entries(draft.values)
    for (const [name, value] of entries) form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
    if (entries.length > 0) {
      setRestored(true)
      startedFrom.current = draft.startedFrom
    }

    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => {
        const isKept = ([name, value]: [string, unknown]) =>
          dirtyFields?.[name as keyof typeof dirtyFields] && !secrets.includes(name) && isText(value)
        const typed = Object.entries(values).filter(isKept)
        write(key, { values: Object.fromEntries(typed), startedFrom: startedFrom.current })
      },
    })
  }, [form, key, secrets])

  const drop = useCallback(() => {
    write(key, { values: {} })
    startedFrom.current = version
    setRestored(false)
  }, [key, version])

  return { restored, drop, startedFrom }
}

function isText(value: unknown) {
  return typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'))
}

function read(key: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`draft ${key}`) ?? '{}') as Partial<Draft>
    return { values: {}, ...draft }
  } catch {
    return { values: {} }
  }
}

function write(key: string, draft: Draft) {
  try {
    if (Object.keys(draft.values).length === 0) sessionStorage.removeItem(`draft ${key}`)
    else sessionStorage.setItem(`draft ${key}`, JSON.stringify(draft))
  } catch {
    // Without storage the form works all the same; it only forgets.
  }
}
