import type { Route } from './+types/robots.ts'

/** Search engines leave alone what is for one visitor or for administrators; covers are theirs to show. */
export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /checkout',
    'Disallow: /sandbox-gateway',
    'Disallow: /api',
    'Allow: /api/media/',
    '',
    `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
