import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const PAUSE_MS = 300

/** Puts what is typed into the address, once the typing pauses. */
export function SearchBox({ q, label }: { q: string; label: string }) {
  const [, setParams] = useSearchParams()
  const [text, setText] = useState(q)
  const asked = useRef(q)

  // The address also changes by the browser's Back, but what is being typed must not be taken away.
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setText(q)
  }, [q])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      setParams(
        (old) => {
          const changed = new URLSearchParams(old)
          if (wanted) changed.set('q', wanted)
          else changed.delete('q')
          return changed
        },
        { replace: true, preventScrollReset: true },
      )
    }, PAUSE_MS)
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
