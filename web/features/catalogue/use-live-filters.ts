import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Filters, writeFilters } from './filters.ts'

const PAUSE_MS = 250

/**
 * Filters the list while somebody types: the form's values go into the URL after a short pause, replacing the entry in
 * the history. The router drops outdated responses.
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

  // The URL changed by Back, Forward or a link: the form follows. What was typed here is kept.
  useEffect(() => {
    if (!form.current || shown === sent.current) return
    sent.current = shown
    write(form.current, filters)
  }, [shown, filters])

  // Applies what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
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
