import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** A URL of every page of the admin area, beside `/admin` itself. */
export const ADMIN_PAGES = [
  '/admin/login',
  '/admin/forgot-password',
  '/admin/invitation',
  '/admin/books/new',
  '/admin/books/1/edit',
  '/admin/books/prices',
  '/admin/authors/new',
  '/admin/authors/1/edit',
  '/admin/podcasts/new',
  '/admin/podcasts/1/edit',
  '/admin/podcasts/prices',
  '/admin/import',
  '/admin/accounts/new',
  '/admin/accounts/1/edit',
  '/admin/accounts/sessions',
  '/admin/account',
  '/admin/orders/1',
  '/admin/buyer',
  '/admin/sales',
  '/admin/statistics',
  '/admin/statistics/book/1',
  '/admin/rates',
  '/admin/site',
  '/admin/site/brand',
  '/admin/overview',
  '/admin/messages',
  '/admin/saved-answers/new',
  '/admin/saved-answers/1/edit',
  '/admin/activity',
]

/** Delay, so that the requests of the open page go first. */
const AFTER_MS = 1500

/** Loads the code of all pages, so that every section opens when the connection is lost: the router reloads a page without its code. */
export function AdminPages() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue && ADMIN_PAGES.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
