import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Keeps what was typed but not yet saved for as long as the tab lives: a reload, a crash or an ended session doesn't lose it.
 * Files can't be kept. Answers whether something was brought back, and a function that drops it.
 */
export function useDraft<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, key: string | undefined) {
  const [restored, setRestored] = useState(false)

  useEffect(() => {
    if (!key) return
    const entries = Object.entries(read(key))
    for (const [name, value] of entries) form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
    if (entries.length > 0) setRestored(true)

    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields }) => {
        const typed = Object.entries(values).filter(([name, value]) => dirtyFields?.[name as keyof typeof dirtyFields] && isText(value))
        write(key, Object.fromEntries(typed))
      },
    })
  }, [form, key])

  const drop = useCallback(() => {
    if (key) write(key, {})
    setRestored(false)
  }, [key])

  return { restored, drop }
}

function isText(value: unknown) {
  return typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'))
}

function read(key: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(`draft ${key}`) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

function write(key: string, values: Record<string, unknown>) {
  try {
    if (Object.keys(values).length === 0) sessionStorage.removeItem(`draft ${key}`)
    else sessionStorage.setItem(`draft ${key}`, JSON.stringify(values))
  } catch {
    // Without storage the form works all the same; it only forgets.
  }
}
