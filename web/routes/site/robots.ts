import type { Route } from './+types/robots.ts'

/**
 * Renders robots.txt, which excludes crawlers from checkouts, the test gateway, the admin area and the API. Covers and transcripts may be
 * indexed. Feeds and sitemaps are outside the excluded paths.
 */
export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /checkout',
    'Disallow: /sandbox-gateway',
    'Disallow: /api',
    'Allow: /api/media/',
    'Allow: /api/podcasts/*/transcript',
    '',
    `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
