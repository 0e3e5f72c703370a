import { type Ref, useId } from 'react'
import { CATEGORIES } from '#contracts/categories.ts'
import { ToggleButtons } from '#web/features/admin/kit/form/toggle-buttons.tsx'
import { FieldError } from '#web/ui/field.tsx'

export function CategoryToggles({
  chosen,
  onChange,
  firstRef,
  error,
}: {
  chosen: string[]
  onChange: (categories: string[]) => void
  firstRef: Ref<HTMLButtonElement>
  error?: string | undefined
}) {
  const errorId = useId()
  // An episode may have another category, which stays until it is removed.
  const names = [...new Set([...CATEGORIES, ...chosen])]
  return (
    <fieldset data-invalid={error ? '' : undefined} className="scroll-mb-24 sm:col-span-2">
      <legend className="mb-1.5 font-semibold text-base">Categories</legend>
      <div className="flex flex-wrap gap-2">
        <ToggleButtons names={names} chosen={chosen} onChange={onChange} firstRef={firstRef} describedBy={error && errorId} />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
