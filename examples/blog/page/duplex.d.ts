// The framework is compiled here from its sources, which stream bodies. TypeScript's types of the DOM lack the option.
interface RequestInit {
  duplex?: "half"
}
