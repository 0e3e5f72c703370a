import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'
import { Loading } from './loading.tsx'

/** Shows what a loader did not wait for: Loading over its outline, then the data. */
export function Deferred<Data>({
  data,
  outline,
  failed,
  children,
}: {
  data: Promise<Data>
  outline: ReactNode
  /** Stands there instead when the data can't be had. Without it the page fails. */
  failed?: ReactNode
  children: (data: Awaited<Data>) => ReactNode
}) {
  return (
    <Suspense fallback={<Loading>{outline}</Loading>}>
      <Await<Promise<Data>> resolve={data} errorElement={failed}>
        {children}
      </Await>
    </Suspense>
  )
}
