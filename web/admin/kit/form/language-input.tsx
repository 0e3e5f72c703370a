import { useState } from 'react'
import { useController } from 'react-hook-form'
import { LANGUAGES, languageName } from '#contracts/catalogue/language-names.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Options } from './options.tsx'
import type { InputProps } from './use-item-form.ts'

const OTHER = 'other'

/** Input for a language: one of those that are offered, or the tag of any other. */
export function LanguageInput({ name, field: { label, hint }, state: { form } }: InputProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const value = String(field.value ?? '')
  const [wantsOther, setWantsOther] = useState(false)
  // The value also changes from outside, when a draft is restored.
  const isOther = wantsOther || (value !== '' && !(value in LANGUAGES))
  const error = fieldState.error?.message
  return (
    <div className="grid items-start gap-x-6 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      <SelectField
        ref={field.ref}
        label={label}
        hint={hint}
        value={isOther ? OTHER : value}
        error={isOther ? undefined : error}
        onBlur={field.onBlur}
        onChange={({ target }) => {
          setWantsOther(target.value === OTHER)
          field.onChange(target.value === OTHER ? '' : target.value)
        }}
      >
        <Options options={[['', 'Not known'], ...Object.entries(LANGUAGES), [OTHER, 'Another language']]} />
      </SelectField>
      {isOther && (
        <TextField
          label="Tag of the language"
          hint={languageHint(value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="de"
          value={value}
          error={error}
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange(target.value)}
        />
      )}
    </div>
  )
}

function languageHint(tag: string) {
  const name = tag.trim() && languageName(tag.trim())
  return name && name !== tag.trim() ? `${name}.` : 'Such as de for German, or pt-BR for Portuguese of Brazil.'
}
