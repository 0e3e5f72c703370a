import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Filters, writeFilters } from './filters.ts'

const PAUSE_MS = 250

/**
 * Narrows the list while somebody types: the form's values go into the address after a short pause, replacing the entry in
 * the history. The router drops answers that have been overtaken.
 */
export function useLiveFilters(filters: Filters) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const shown = writeFilters(filters)
  const sent = useRef(shown)

  function apply() {
    clearTimeout(timer.current)
    if (!form.current) return
    const search = writeFilters(valuesOf(form.current))
    if (search === sent.current) return
    sent.current = search
    navigate({ search }, { replace: true, preventScrollReset: true })
  }

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, PAUSE_MS)
  }

  // The address changed by itself (back, forward, a link): the form follows. What was typed here is left alone.
  useEffect(() => {
    if (!form.current || shown === sent.current) return
    sent.current = shown
    write(form.current, filters)
  }, [shown, filters])

  // What was typed before the page came alive counts too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    apply()
    return () => clearTimeout(timer.current)
  }, [])

  return { form, apply, applySoon }
}

function valuesOf(form: HTMLFormElement): Filters {
  const values = new FormData(form)
  return { q: String(values.get('q') ?? ''), category: String(values.get('category') ?? '') }
}

function write(form: HTMLFormElement, { q, category }: Filters) {
  const fields = form.elements as unknown as { q: HTMLInputElement; category: HTMLSelectElement }
  fields.q.value = q
  fields.category.value = category || 'All'
}
