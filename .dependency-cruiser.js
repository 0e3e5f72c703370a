/** Import rules, with an overview in ARCHITECTURE.md. `scripts/check-boundaries.test.ts` breaks each rule once. */
const TOP = ['contracts', 'server', 'site', 'web', 'demo', 'art', 'scripts', 'tests', 'bench']
const NO_TEST = '\\.test\\.tsx?$'

/** Rule: the folder imports only itself and the allowed folders of this repository. */
const only = (name, folder, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${folder}`, pathNot: NO_TEST },
  to: { path: `^(${TOP.join('|')})/`, pathNot: [folder, ...allowed].map((path) => `^${path}`) },
})

/** Rule: the folder does not import its sibling folders. `$1` is the folder's name. */
const apart = (name, parent, { from = '[^/]+', to = '[^/]+', except = [] } = {}, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${parent}/(${from})/`, pathNot: NO_TEST },
  to: { path: `^${parent}/${to}/`, pathNot: [`^${parent}/$1/`, ...except.map((path) => `^${parent}/${path}/`)] },
})

/** Platform folders and the platform folders that each may import. Files directly in `platform/` may be imported by all. */
const PLATFORM = {
  csv: [],
  files: [],
  logging: [],
  metrics: [],
  telemetry: ['database'],
  process: [],
  xml: [],
  queues: [],
  'response-cache': ['http', 'queues'],
  mail: ['files'],
  jobs: ['logging', 'metrics'],
  gateways: [],
  'embedded-postgres': ['files', 'process'],
  database: ['embedded-postgres'],
  audit: ['database'],
  http: ['database', 'files', 'logging', 'queues'],
  'rate-limits': ['database', 'http', 'queues'],
  'email-codes': ['database', 'http', 'mail', 'rate-limits'],
  lists: ['database', 'http', 'queues', 'response-cache'],
  pages: ['http', 'queues', 'response-cache'],
  'media/drawing': ['process'],
  'media/intake': ['files'],
  'media/store': ['database', 'files'],
  'media/inspection': ['files', 'media/intake', 'process'],
  'media/sound': ['media/inspection', 'process'],
  'media/preparation': ['files', 'media/inspection', 'media/intake', 'media/sound', 'media/store'],
  backup: ['database', 'files', 'media/store'],
}
const platformRooms = Object.entries(PLATFORM).map(([room, below]) =>
  only(`platform-${room.replace('/', '-')}`, `server/platform/${room}/`, [
    'contracts/',
    'server/platform/[^/]+\\.ts$',
    ...below.map((name) => `server/platform/${name}/`),
  ]),
)

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contracts-stand-alone', 'contracts/', []),
    only('site-knows-contracts', 'site/', ['contracts/'], 'Settings know contracts only'),
    only('demo-knows-contracts', 'demo/', ['contracts/'], 'The demonstration is data'),
    only('art-apart', 'art/', ['contracts/', 'site/', 'demo/'], 'Drawing the pictures needs no part of the product'),

    only('server-without-web', 'server/', ['contracts/', 'site/', 'demo/']),
    only('platform-below-features', 'server/platform/', ['contracts/'], 'The platform knows no feature'),
    only('problems-known-to-all', 'server/platform/problems.ts', ['contracts/'], 'Everything throws problems, so they know nothing'),
    ...platformRooms,
    apart('gateways-apart', 'server/platform/gateways'),
    only(
      'features-know-platform',
      'server/features/',
      ['contracts/', 'server/platform/'],
      'Settings and the demonstration come as arguments from services.ts',
    ),
    apart(
      'features-apart',
      'server/features',
      { from: '(?!(?:books|podcasts|authors)/)[^/]+' },
      'What a feature needs of another comes as an argument from services.ts',
    ),
    apart(
      'kinds-of-items-know-items',
      'server/features',
      { from: 'books|podcasts|authors', except: ['items'] },
      'Books, podcasts and authors declare what differs; the life that all items have is in items',
    ),
    apart(
      'checkout-payments-apart',
      'server/features/orders',
      { from: 'checkout|payments', to: '(checkout|payments|admin)' },
      'An order is made without knowing how it is paid, and the other way round; open-orders.ts joins them',
    ),

    only('web-without-server', 'web/', ['contracts/', 'site/'], 'Pages ask the API'),
    only('lib-below-ui', 'web/lib/', ['contracts/']),
    only('ui-knows-no-noun', 'web/ui/', ['web/lib/']),
    apart('web-features-apart', 'web/features'),
    only('web-features-below-routes', 'web/features/', ['contracts/', 'site/', 'web/lib/', 'web/ui/']),
    apart('viewer-rooms-apart', 'web/features/viewer', { from: 'document|controls|gestures', to: '(document|controls|gestures)' }),
    {
      name: 'ui-never-fetches',
      severity: 'error',
      comment: 'Data arrives by props',
      from: { path: '^web/ui/', pathNot: NO_TEST },
      to: { path: '^web/lib/api/(api|browser-api)\\.ts$' },
    },
    apart('admin-kit-knows-no-noun', 'web/features/admin', { from: 'kit' }, 'The nouns of the admin area stand on the kit'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
