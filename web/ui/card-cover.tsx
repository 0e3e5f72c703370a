import { type ComponentProps, type ReactNode, useId } from 'react'
import { ItemCover } from './item-cover.tsx'
import { Spinner } from './spinner.tsx'

/**
 * Cover of a card, with a button over the whole cover whose label appears on hover. Tab skips this button, since the card's other button
 * has the same action. The cover displays a spinner while access is checked.
 */
export function CardCover({
  item,
  sizes,
  loading,
  label,
  icon,
  access: { verifying, open },
  titleId,
}: Pick<ComponentProps<typeof ItemCover>, 'item' | 'sizes' | 'loading'> & {
  label: string
  icon: ReactNode
  access: { verifying: boolean; open: () => void }
  titleId: string
}) {
  const id = useId()
  return (
    <>
      <div className="@container size-full transition-transform duration-500 ease-out group-has-[button:hover]:scale-[1.04] group-has-[button:focus-visible]:scale-[1.04]">
        <ItemCover item={item} sizes={sizes} loading={loading} />
      </div>
      <button
        id={id}
        type="button"
        tabIndex={-1}
        disabled={verifying}
        aria-labelledby={`${id} ${titleId}`}
        onClick={open}
        className="group/cover absolute inset-0 z-10 grid place-items-center disabled:cursor-progress"
      >
        <span
          className={
            verifying
              ? 'sr-only'
              : 'flex transform-[translateY(0.5rem)] items-center gap-2 rounded-full bg-paper px-5 py-2.5 font-[650] text-base text-ink opacity-0 shadow-float transition duration-200 group-hover/cover:transform-none group-hover/cover:opacity-100'
          }
        >
          {icon}
          {label}
        </span>
      </button>
      <span
        role="status"
        className={verifying ? 'absolute inset-0 z-20 grid place-items-center bg-night/80 p-2 text-center text-moon' : ''}
      >
        {verifying && (
          <span className="grid justify-items-center gap-3 font-semibold text-base">
            <Spinner className="size-8 text-lamp-2" />
            Verifying access...
          </span>
        )}
      </span>
    </>
  )
}
