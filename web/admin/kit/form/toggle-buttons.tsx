import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import type { Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** Toggle buttons that choose among names. `firstRef` is focused when the choice is invalid. */
export function ToggleButtons({
  names,
  chosen,
  onChange,
  firstRef,
  describedBy,
}: {
  names: readonly string[]
  chosen: string[]
  onChange: (names: string[]) => void
  firstRef?: Ref<HTMLButtonElement>
  describedBy?: string | undefined
}) {
  return names.map((name, at) => {
    const isChosen = chosen.includes(name)
    const Mark = isChosen ? Check : Plus
    return (
      <button
        key={name}
        ref={at === 0 ? firstRef : undefined}
        type="button"
        aria-pressed={isChosen}
        aria-describedby={describedBy}
        onClick={() => onChange(isChosen ? chosen.filter((other) => other !== name) : [...chosen, name])}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-left text-sm leading-tight disabled:cursor-not-allowed disabled:opacity-55',
          isChosen ? 'border-ink bg-ink text-paper' : 'border-edge bg-white hover:border-ink',
        )}
      >
        <Mark aria-hidden className="size-4 shrink-0" />
        {name}
      </button>
    )
  })
}
