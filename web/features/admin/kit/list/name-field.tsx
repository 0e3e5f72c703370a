import { TextField } from '#web/ui/field.tsx'
import type { NameCheck } from './use-name-check.ts'

/** Where the name is typed of what is about to be deleted. */
export function NameField({ check, onSubmit }: { check: NameCheck; onSubmit: () => void }) {
  return (
    <form
      ref={check.form}
      noValidate
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextField
        label={`Type “${check.name}” to confirm`}
        autoComplete="off"
        autoCapitalize="words"
        required
        value={check.typed}
        onChange={(event) => check.setTyped(event.target.value)}
        {...(check.error && { error: check.error })}
      />
    </form>
  )
}
