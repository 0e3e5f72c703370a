import type { Control, FieldValues, Path } from 'react-hook-form'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TranscriptNotice } from './transcript-notice.tsx'

/** Field for the optional transcript of an episode. An empty string removes the stored transcript. */
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
  const isRemoved = value === ''
  return (
    <div className="grid gap-2 sm:col-span-2">
      <FileField
        {...field}
        label={label}
        kind="transcript"
        optional
        stored={stored && !isRemoved ? 'transcript' : undefined}
        advice={isRemoved ? 'It will be removed when you save.' : hint}
      />
      {value instanceof File && <TranscriptNotice file={value} seconds={seconds} onConverted={onChange} />}
      {(stored || value instanceof File) && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => onChange(value === undefined && stored ? '' : undefined)}
        >
          {value === undefined ? 'Remove the transcript' : isRemoved || stored ? 'Keep the current transcript' : 'Remove the file'}
        </Button>
      )}
    </div>
  )
}
