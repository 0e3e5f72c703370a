import { Outlet } from 'react-router'
import { ErrorPage } from '#web/site/layout/error-page.tsx'

/** Error boundary around every page, inside the layout. When a page fails, the header, the footer and the player remain. */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
