import { Suspense } from 'react'
import { Await } from 'react-router'

/** How many there are, said aloud politely whenever it changes. */
export function CountLine({ page, one, many }: { page: Promise<{ total: number }>; one: string; many: string }) {
  return (
    <p role="status" className="min-h-7 font-semibold text-base tabular-nums">
      <Suspense fallback={null}>
        <Await resolve={page} errorElement=" ">
          {({ total }) => countText(total, one, many)}
        </Await>
      </Suspense>
    </p>
  )
}

/** "1 book found", "0 books found", "1,204 books found". */
export function countText(total: number, one: string, many: string): string {
  return `${total.toLocaleString('en')} ${total === 1 ? one : many} found`
}
