/** As on the site: src/content/site.yaml, which only the site's build can read. A test keeps them the same. */
export const BRAND = 'Lanai'
export const PROGRAM = 'Cohort 17'
