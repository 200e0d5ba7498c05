export { default as text } from './samples.yaml?raw'
