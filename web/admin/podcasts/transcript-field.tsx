import type { Control, FieldValues, Path } from 'react-hook-form'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { Button } from '#web/ui/button.tsx'

/** Field for the optional transcript of an episode. An empty string removes the stored transcript. */
export function TranscriptField<Input extends FieldValues, Output>({
  stored,
  value,
  onChange,
  ...field
}: {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  onChosen: (file: File) => void
  stored: boolean
  value: unknown
  onChange: (value: '' | undefined) => void
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
