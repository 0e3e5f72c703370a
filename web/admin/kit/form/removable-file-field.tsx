import type { ComponentProps, ReactNode } from 'react'
import type { Control, FieldValues, Path } from 'react-hook-form'
import type { FileFormat } from '#contracts/common/file-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from './file-field.tsx'

/**
 * File input of an optional file, which can be removed. An empty string as the value removes the stored file.
 * @param noun name of the file in buttons and hints, such as “transcript”
 */
export function RemovableFileField<Input extends FieldValues, Output>({
  noun,
  advice,
  isStored,
  value,
  onChange,
  className = '',
  children,
  ...field
}: Pick<ComponentProps<typeof FileField<Input, Output>>, 'label' | 'uploaded' | 'versions' | 'onChosen' | 'onSeveral'> & {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  kind: FileFormat
  noun: string
  advice: string | undefined
  isStored: boolean
  value: unknown
  onChange: (value: '' | undefined) => void
  className?: string
  /** Notices about the chosen file */
  children?: ReactNode
}) {
  const isRemoved = value === ''
  return (
    <div className={`grid content-start gap-2 ${className}`}>
      <FileField
        {...field}
        optional
        stored={isStored && !isRemoved ? noun : undefined}
        advice={isRemoved ? 'It will be removed when you save.' : advice}
      />
      {children}
      {(isStored || value instanceof File) && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => onChange(value === undefined && isStored ? '' : undefined)}
        >
          {value === undefined ? `Remove the ${noun}` : isRemoved || isStored ? `Keep the current ${noun}` : 'Remove the file'}
        </Button>
      )}
    </div>
  )
}
