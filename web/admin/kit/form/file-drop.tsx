import FileUp from 'lucide-react/icons/file-up'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'

/** File input in a box that also accepts dropped files. `children` describes the chosen file, beside its picture or an icon. */
export function FileDrop({
  picture,
  children,
  className: _className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { picture?: ReactNode; children?: ReactNode }) {
  return (
    <div
      className={classNames(
        'relative flex min-h-24 items-center gap-4 rounded-control border border-dashed bg-white p-3 focus-within:outline-3 focus-within:outline-lamp-deep focus-within:outline-offset-2 hover:border-ink has-disabled:bg-paper-2',
        input['aria-invalid'] ? 'border-2 border-brick' : 'border-edge',
      )}
    >
      {picture ?? <FileUp aria-hidden className="size-7 shrink-0 text-lamp" />}
      <span className="min-w-0 text-base leading-snug">
        {children ?? <span className="text-soft">Choose a file, or drop it here</span>}
      </span>
      {/* The native input covers the box invisibly and receives clicks, keys and dropped files. */}
      <input type="file" {...input} className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed" />
    </div>
  )
}

/** Name and size of a chosen file. */
export function ChosenFile({ file, isUploaded = false }: { file: File; isUploaded?: boolean }) {
  return (
    <>
      <span className="wrap-anywhere line-clamp-2 font-semibold">{file.name}</span>
      <span className="text-sm text-soft tabular-nums">
        {formatBytes(file.size)}
        {isUploaded && ' · uploaded'} · choose another
      </span>
    </>
  )
}
