import FileUp from 'lucide-react/icons/file-up'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { formatBytes } from '#web/lib/bytes.ts'
import { Field } from '#web/ui/field.tsx'
import { FILE_KINDS, type FileKind } from './file-field-schema.ts'

/** One file: chosen, or dropped on the field. A picture is shown in the shape in which the site will crop it. */
export function FileField({
  label,
  kind,
  file,
  uploaded,
  onChange,
  inputRef,
  preview,
  hint,
  error,
  className,
  ...input
}: {
  label: string
  kind: FileKind
  file: File | undefined
  /** It has been uploaded already */
  uploaded?: boolean
  onChange: (file: File) => void
  inputRef: ComponentProps<'input'>['ref']
  /** The shape of the picture, such as aspect-2/3, and what is stored now */
  preview?: { shape: string; current?: ReactNode }
  hint?: ReactNode
  error?: string | undefined
  className?: string
} & Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'required'>) {
  return (
    <Field label={label} hint={hint} error={error} required={input.required} className={className}>
      {({ className: _className, ...control }) => (
        <div
          className={`relative flex min-h-24 items-center gap-4 rounded-control border border-dashed bg-white p-3 focus-within:outline-3 focus-within:outline-lamp-deep focus-within:outline-offset-2 hover:border-ink has-disabled:bg-paper-2 ${error ? 'border-2 border-brick' : 'border-edge'}`}
        >
          {preview ? (
            <span className={`block w-16 shrink-0 overflow-hidden bg-paper-2 ${preview.shape}`}>
              {file ? <ChosenPicture file={file} /> : preview.current}
            </span>
          ) : (
            <FileUp aria-hidden className="size-7 shrink-0 text-lamp" />
          )}
          <span className="min-w-0 text-base leading-snug">
            {file ? (
              <>
                <span className="wrap-anywhere line-clamp-2 font-semibold">{file.name}</span>
                <span className="text-sm text-soft tabular-nums">
                  {formatBytes(file.size)}
                  {uploaded && ' · uploaded'} · choose another
                </span>
              </>
            ) : (
              <span className="text-soft">Choose a file, or drop it here</span>
            )}
          </span>
          {/* The native input covers the field invisibly, and takes clicks, keys and dropped files. */}
          <input
            type="file"
            accept={FILE_KINDS[kind].accept}
            ref={inputRef}
            {...input}
            {...control}
            // Cancelling the dialog keeps the previous file.
            onChange={(event) => event.target.files?.[0] && onChange(event.target.files[0])}
            className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
          />
        </div>
      )}
    </Field>
  )
}

function ChosenPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url && <img src={url} alt="" className="size-full object-cover" />
}
