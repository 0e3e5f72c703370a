import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const DEBOUNCE_MS = 300

export function SearchBox({ q, label }: { q: string; label: string }) {
  const [, setParams] = useSearchParams()
  const [text, setText] = useState(q)
  const applied = useRef(q)

  // Back and Forward change the search in the URL too, but must not overwrite text that is being typed.
  useEffect(() => {
    if (q === applied.current) return
    applied.current = q
    setText(q)
  }, [q])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === applied.current) return
    const timer = setTimeout(() => {
      applied.current = wanted
      setParams((old) => withParam(old, 'q', wanted), { replace: true, preventScrollReset: true })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, setParams])

  return (
    <search className="relative w-full max-w-md">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-11 w-full rounded-control border border-edge bg-white pr-3 pl-10 text-base placeholder:text-soft hover:border-ink"
      />
    </search>
  )
}

/** Returns a copy of the URL's parameters with a new value of one parameter; an empty value removes the parameter. */
export function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(params)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}
