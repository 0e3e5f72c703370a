import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = { label: string; accept: string; busy?: boolean; disabled?: boolean; onChosen: (file: File) => void; children: ReactNode }

/** Button that opens the browser's file dialog. `label` is the accessible name of the hidden file input. */
export function FileButton({ label, accept, onChosen, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outline" size="small" onClick={() => input.current?.click()} {...button} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only left-0"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChosen(file)
          target.value = ''
        }}
      />
    </>
  )
}
