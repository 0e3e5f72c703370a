export const DEFAULT_ZONE = 'Africa/Harare'
