import CircleAlert from 'lucide-react/icons/circle-alert'

/** The error message below a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 font-semibold text-sm text-brick leading-snug">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
