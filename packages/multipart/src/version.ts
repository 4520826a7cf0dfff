import { declareVersion } from "trivet/extend"

// `npm run release -- --version` writes it.
declareVersion("@trivet/multipart", "0.1.0")
