import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { FileField } from './file-field.tsx'

/** A file field of a form. */
export function ControlledFileField<Input extends FieldValues, Output>({
  control,
  name,
  onChosen,
  uploaded,
  ...field
}: { control: Control<Input, unknown, Output>; name: Path<Input>; onChosen?: (file: File) => void; uploaded?: File | undefined } & Pick<
  Parameters<typeof FileField>[0],
  'label' | 'kind' | 'preview' | 'hint' | 'className' | 'required'
>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <FileField
          {...field}
          name={name}
          file={value as File | undefined}
          uploaded={value !== undefined && value === uploaded}
          onChange={(file) => {
            onChange(file)
            onChosen?.(file)
          }}
          onBlur={onBlur}
          inputRef={ref}
          error={error?.message}
        />
      )}
    />
  )
}
