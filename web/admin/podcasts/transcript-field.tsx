import type { Control, FieldValues, Path } from 'react-hook-form'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import { RemovableFileField } from '#web/admin/kit/form/removable-file-field.tsx'
import { TranscriptNotice } from './transcript-notice.tsx'

/** Field for the optional transcript of an episode. */
export function TranscriptField<Input extends FieldValues, Output>({
  stored,
  value,
  seconds,
  onChange,
  ...field
}: {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  onChosen: (file: File) => void
  stored: boolean
  value: unknown
  /** Length of the recording; 0 if it is unknown */
  seconds: number
  onChange: (value: '' | File | undefined) => void
}) {
  const { label, hint } = podcastForm.transcript
  return (
    <RemovableFileField
      {...field}
      label={label}
      kind="transcript"
      noun="transcript"
      advice={hint}
      isStored={stored}
      value={value}
      onChange={onChange}
      className="sm:col-span-2"
    >
      {value instanceof File && <TranscriptNotice file={value} seconds={seconds} onConverted={onChange} />}
    </RemovableFileField>
  )
}
