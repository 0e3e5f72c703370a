import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import type { Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** Categories as toggle buttons. `firstRef` is where the focus goes when the choice is wrong. */
export function ToggleButtons({
  names,
  chosen,
  onChange,
  firstRef,
  describedBy,
}: {
  names: readonly string[]
  chosen: string[]
  onChange: (categories: string[]) => void
  firstRef?: Ref<HTMLButtonElement>
  describedBy?: string | undefined
}) {
  return names.map((category, at) => {
    const on = chosen.includes(category)
    const Mark = on ? Check : Plus
    return (
      <button
        key={category}
        ref={at === 0 ? firstRef : undefined}
        type="button"
        aria-pressed={on}
        aria-describedby={describedBy}
        onClick={() => onChange(on ? chosen.filter((name) => name !== category) : [...chosen, category])}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-left text-sm leading-tight disabled:cursor-not-allowed disabled:opacity-55',
          on ? 'border-ink bg-ink text-paper' : 'border-edge bg-white hover:border-ink',
        )}
      >
        <Mark aria-hidden className="size-4 shrink-0" />
        {category}
      </button>
    )
  })
}
